/*
 * Relay: whoever offers tasks, the drainers, and the one relief that is under way at most. A task may block for ever.
 *
 * Claims: while the queue has a task to give, a drainer is between two tasks, or a relief is on its way, or somebody is
 * still inside execute; and every task is run once. Names are those of the Java code.
 */
#define OFFERS 2
#define TASKS 3 /* the last offer is a batch of two */

bool queued[OFFERS];
byte taken[OFFERS];
bool relief;
byte ran;
byte offering;  /* threads inside execute */
byte between;   /* drainers that are not running a task, from their start on */

#define SIZE(o) (1 + (o == 1))
#define EMPTY (!queued[0] && !queued[1])
#define LEFT ((queued[0] && taken[0] < 1) || (queued[1] && taken[1] < 2))

inline relieve() {
  if
  :: !relief ->
     atomic {
       if
       :: !relief -> relief = true; between++; run Drain()
       :: else
       fi
     }
  :: else
  fi
}

proctype Execute(byte o) {
#ifdef BROKEN_LOOK_FIRST
  relieve();
  queued[o] = true;
#else
  queued[o] = true;
  relieve();
#endif
  offering--
}

proctype Drain() {
  byte o;
  bool got;
#ifndef BROKEN_LATE_CLEAR
  relief = false;
#endif
  do
  :: atomic { /* peek; one that finds nothing is over */
       if
       :: queued[0] -> o = 0
       :: !queued[0] && queued[1] -> o = 1
       :: EMPTY -> between--; goto over
       fi
     }
     atomic { got = taken[o] < SIZE(o); if :: got -> taken[o]++ :: else fi }
     if
     :: taken[o] >= SIZE(o) -> queued[o] = false
     :: else
     fi;
     if
     :: got ->
#ifndef BROKEN_NO_RELIEF
        if
        :: !EMPTY -> relieve()
        :: else
        fi;
#endif
        atomic { between--; ran++ }
        if
        :: goto blocked
        :: between++ /* the task is done */
        fi
     :: else
     fi
  od;
over:
#ifdef BROKEN_LATE_CLEAR
  relief = false;
#endif
blocked:
  skip
}

init {
  atomic {
    offering = OFFERS;
    run Execute(0); run Execute(1)
  }
  timeout;
  assert(ran == TASKS)
}

never { do :: assert(!LEFT || between > 0 || offering > 0) od }
