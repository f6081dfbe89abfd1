/*
 * The sleep of the driver against those who arm, put forward and count: Driver, Turn, Shard, Inbox and Engine, step by
 * step over one shard. Every access to a shared field is a step of its own, in sequentially consistent order.
 *
 * Claim: once everybody else is done and the driver is parked with no permit, no armed node is due before the tick it
 * sleeps to. Names are those of the Java code.
 */
#define NODES 3
#define AWAKE 0
#define NEVER 15
#define NONE  0 /* as a word: not armed; as a link: in no slot */

byte now = 1;
byte nextTick = NEVER; /* Shard.nextTick */
byte nextWake = NEVER; /* Driver.nextWake */
bool locked;           /* Shard.lock */
bool permit;           /* of LockSupport */

byte word[NODES];      /* the deadline's tick while armed */
byte linked[NODES];    /* the tick of the slot that the node lies in */
bool kept[NODES];      /* WheelNode.keeper() != null */
bool claimed[NODES];   /* WheelNode.next != null */
bool queued[NODES];    /* reachable from Inbox.head */

bool parked;
byte sleepTick;
byte busy = 3;         /* processes that are not done, the driver apart */

#define MAIL (queued[0] || queued[1] || queued[2])

inline lock() { atomic { !locked -> locked = true } }

inline unlock() { locked = false }

/* Lowers the tick for a node that is to be linked, again until its deadline stands still. */
inline relink(n) {
  do
  :: t = word[n];
     if
     :: t == NONE -> break
     :: else
     fi;
     atomic {
       linked[n] = t;
       kept[n] = true;
       if
       :: t < nextTick -> nextTick = t; lowered = (t < lowered -> t : lowered)
       :: else
       fi
     }
     if
     :: word[n] == NONE || word[n] >= t -> break
     :: else
     fi
  od
}

inline take(n) { taken[n] = queued[n]; queued[n] = false }

/* Nodes leave in the order of their numbers: order is not what is asked here. */
inline drainInbox() {
  atomic { take(0); take(1); take(2) }
  atomic { m = 0; do :: m < NODES && !taken[m] -> m++ :: else -> break od }
  do
  :: m < NODES ->
     claimed[m] = false;
     relink(m);
     atomic { taken[m] = false; do :: m < NODES && !taken[m] -> m++ :: else -> break od }
  :: else -> m = 0; break
  od
}

inline push(n) {
  atomic {
    if
    :: claimed[n] -> goto pushed
    :: else -> claimed[n] = true
    fi
  }
  queued[n] = true;
pushed: skip
}

inline wakeBy(tick) {
#ifdef BROKEN_LOOK_FIRST
  planned = looked;
#else
  planned = nextWake;
#endif
  do
  :: tick < planned ->
     if
     :: atomic { nextWake == planned -> nextWake = tick }
        permit = true;
        break
     :: else -> planned = nextWake
     fi
  :: else -> break
  od
}

/* Engine.relink and armAnywhere: under the lock if it is free, else by the inbox. */
inline enter(n) {
  lowered = NEVER;
#ifdef BROKEN_LOOK_FIRST
  looked = nextWake;
#endif
  atomic {
    if
    :: !locked -> locked = true; won = true
    :: else -> won = false
    fi
  }
  if
  :: won -> drainInbox(); relink(n); unlock()
  :: else ->
#ifdef BROKEN_READ_FIRST
     lowered = word[n]; push(n)
#else
     push(n); lowered = word[n]
#endif
     if :: lowered == NONE -> lowered = NEVER :: else fi
  fi;
  wakeBy(lowered)
}

#define LOCALS byte t, m, lowered, planned, looked; bool won; bool taken[NODES]

proctype Arm(byte n; byte deadline) {
  LOCALS;
  word[n] = deadline;
  enter(n);
  atomic { t = 0; lowered = 0; planned = 0; looked = 0; won = false; busy-- }
}

/* Engine.reschedule, to earlier. */
proctype PutForward(byte n; byte deadline) {
  LOCALS;
  if
  :: atomic { word[n] > deadline -> word[n] = deadline }
     if
     :: kept[n] -> enter(n)
     :: else ->
#ifndef BROKEN_SILENT_RESCHEDULE
        wakeBy(deadline)
#else
        skip
#endif
     fi
  :: skip /* too late, or never */
  fi;
  atomic { t = 0; lowered = 0; planned = 0; looked = 0; won = false; busy-- }
}

/* Shard.settle, for those who count. */
proctype Count() {
  LOCALS;
  lowered = NEVER;
  if
  :: MAIL ->
     lock(); drainInbox(); unlock();
#ifndef BROKEN_SILENT_SETTLE
     wakeBy(lowered)
#endif
  :: skip
  fi;
  atomic { t = 0; lowered = 0; planned = 0; looked = 0; won = false; busy-- }
}

proctype Clock() {
  now = 5
}

inline turnIfDue() {
  if
  :: nextTick <= now || MAIL ->
     lock();
     drainInbox();
     atomic {
       m = 0; lowered = NEVER;
       do
       :: m < NODES ->
          if
          :: linked[m] != NONE && linked[m] <= seen ->
             if
             :: word[m] <= seen -> word[m] = NONE; linked[m] = NONE
             :: else -> linked[m] = word[m]
             fi
          :: else
          fi;
          if
          :: linked[m] != NONE && linked[m] < lowered -> lowered = linked[m]
          :: else
          fi;
          m++
       :: else -> break
       od;
       m = 0
     }
     nextTick = lowered;
     unlock()
  :: else
  fi
}

proctype Driver() {
  LOCALS;
  byte seen, tick;
again:
  nextWake = AWAKE;
  seen = now;
  turnIfDue();
  tick = nextTick;
#ifdef BROKEN_CHECK_FIRST
  if :: nextTick < tick || MAIL -> goto again :: else fi;
  nextWake = tick;
#else
  nextWake = tick;
#ifndef BROKEN_NO_CHECK
  if :: nextTick < tick || MAIL -> goto again :: else fi;
#endif
#endif
  if :: tick <= now -> goto again :: else fi;
  atomic { sleepTick = tick; parked = true }
end:
  if
  :: atomic { permit -> permit = false; parked = false }
  :: atomic { now >= sleepTick -> parked = false }
  fi;
  goto again
}

/* The far node is there first, so that a planned wake-up may lie between a node's two deadlines. */
init {
  atomic {
    word[0] = 9; linked[0] = 9; kept[0] = true; nextTick = 9;
    run Driver(); run Clock();
    run Arm(1, 1); run Arm(2, 12);
#ifdef PUT_FORWARD
    run PutForward(2, 3)
#else
    run Count()
#endif
  }
  busy == 0 && parked && !permit;
  d_step {
    assert(word[0] == NONE || word[0] >= sleepTick);
    assert(word[1] == NONE || word[1] >= sleepTick);
    assert(word[2] == NONE || word[2] >= sleepTick)
  }
}
