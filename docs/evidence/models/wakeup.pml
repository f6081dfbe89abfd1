/*
 * The sleep of the driver against those who arm, bring forward and count: Driver, ExpiryPass, Shard and Engine, step by
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
bool kept[NODES];      /* WheelNode.owner() != null */
bool queued[NODES];    /* in Shard.inbox, as it was armed */
bool moved;            /* node 2 is in Shard.inbox, as Shard.Moved */

bool parked;
byte sleepTick;
byte busy = 3;         /* processes that are not done, the driver apart */

#define MAIL (queued[0] || queued[1] || queued[2] || moved)

inline lock() { atomic { !locked -> locked = true } }

inline unlock() { locked = false }

/* Wheel.insertKnown and bringForward: links again until the deadline stands still, and lowers the shard's tick. */
inline relink(n) {
  low = NEVER;
  do
  :: t = word[n];
     if
     :: t == NONE -> break
     :: else
     fi;
     atomic { linked[n] = t; kept[n] = true; low = (t < low -> t : low) }
     if
     :: word[n] == NONE || word[n] >= t -> break
     :: else
     fi
  od;
  if
  :: low < nextTick -> nextTick = low
  :: else
  fi
}

/* A node leaves the inbox after it was linked. They leave in the order of their numbers: order is not asked here. */
inline drainInbox() {
  m = 0;
  do
  :: m < NODES ->
     if
     :: queued[m] ->
#ifdef BROKEN_LEAVE_FIRST
        queued[m] = false; relink(m)
#else
        relink(m); queued[m] = false
#endif
     :: else
     fi;
     m++
  :: else -> break
  od;
  m = 0;
  if
  :: moved -> relink(2); moved = false
  :: else
  fi
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

/* Engine.armed and bringForward: under the lock if it is free, else by the inbox; then each looks for its own tick. */
inline enter(n, queue) {
#ifdef BROKEN_LOOK_FIRST
  looked = nextWake;
#endif
  atomic {
    if
    :: !locked -> locked = true; won = true
    :: else -> won = false
    fi
  }
#ifdef BROKEN_ONLY_LOWERED
  lowered = true;
#endif
  if
  :: won ->
     drainInbox();
#ifdef BROKEN_ONLY_LOWERED
     lowered = word[n] < nextTick;
#endif
     relink(n); unlock()
  :: else ->
#ifdef BROKEN_READ_FIRST
     low = word[n]; queue = true;
#else
     queue = true; low = word[n];
#endif
     if :: low == NONE -> low = NEVER :: else fi
  fi;
#ifdef BROKEN_ONLY_LOWERED
  if
  :: lowered && !fails -> wakeBy(low)
  :: else
  fi
#else
  if
  :: !fails -> wakeBy(low)
  :: else /* the stack overflows here */
  fi
#endif
}

#define LOCALS byte t, m, low, planned, looked; bool won, lowered, fails

proctype Arm(byte n; byte deadline) {
  LOCALS;
  word[n] = deadline;
#ifdef ERROR
  if
  :: n == 1 -> fails = true
  :: skip
  fi;
#endif
  enter(n, queued[n]);
#ifdef ERROR
  if :: fails -> word[n] = NONE :: else fi;
#endif
  atomic { t = 0; low = 0; lowered = false; fails = false; planned = 0; looked = 0; won = false; busy-- }
}

/* Engine.rescheduleTo, to earlier. */
proctype PutForward(byte n; byte deadline) {
  LOCALS;
  if
  :: atomic { word[n] > deadline -> word[n] = deadline }
     if
     :: kept[n] -> enter(n, moved)
     :: else ->
#ifndef BROKEN_SILENT_RESCHEDULE
        wakeBy(deadline)
#else
        skip
#endif
     fi
  :: skip /* too late, or never */
  fi;
  atomic { t = 0; low = 0; lowered = false; fails = false; planned = 0; looked = 0; won = false; busy-- }
}

/* Shard.settle, for those who count: wakes nobody, because each that armed looks for its own tick. */
proctype Count() {
  LOCALS;
  if
  :: MAIL -> lock(); drainInbox(); unlock()
  :: skip
  fi;
  atomic { t = 0; low = 0; busy-- }
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
       m = 0; least = NEVER;
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
          :: linked[m] != NONE && linked[m] < least -> least = linked[m]
          :: else
          fi;
          m++
       :: else -> break
       od;
       m = 0; low = 0; t = 0
     }
     nextTick = least;
     unlock()
  :: else
  fi
}

proctype Driver() {
  LOCALS;
  byte seen, tick, least;
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
#ifdef ERROR
    run Arm(1, 3); run Arm(2, 4);
#else
    run Arm(1, 1); run Arm(2, 12);
#endif
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
