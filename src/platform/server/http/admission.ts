/** Work to admit. Exactly one of `begin` and `refuse` is called, immediately or later, unless the caller is gone. */
export type Work = {
  /** Estimated time of this thread, in microseconds. */
  cost: number
  /** True for work that is served before the rest of the queue. */
  isPreferred: boolean
  /** The caller: an address or a person. Called only when work has to wait, so it may take a little time. */
  caller: () => string
  /** True if the caller has disconnected while waiting; then neither `begin` nor `refuse` is called. */
  isGone: () => boolean
  /** True while the request is still being received: it then uses no time of this thread, however long that takes. */
  isArriving: () => boolean
  /** `leave` must be called when the work has ended, in whatever way. */
  begin: (leave: () => void) => void
  refuse: () => void
}

type Place = { cost: number; tick: number; isArriving: () => boolean }
type Waiting = Work & { since: number; by: string }

/** Limits for running and waiting work, in microseconds of this thread's time. Times are in milliseconds. */
const bounds = {
  /** Running work: enough to keep the thread busy while some of it waits for the database. */
  running: 20_000,
  /** Waiting work in a burst: a hundred people who open a page at the same moment wait a little instead of being refused. */
  burst: 300_000,
  /** Waiting work in an overload: little enough that all of it is still served in good time. */
  waiting: 64_000,
  /**
   * A queue that was not empty for this long is an overload, not a burst.
   * Its limit is then the work recently done in `wait` ms, at least `least`.
   */
  overloadAfter: 1_000,
  wait: 150,
  least: 16_000,
  /** Maximum wait. It is reached only while the database does not answer; otherwise work is admitted long before. */
  patience: 3_000,
  tick: 10,
  /**
   * Work that has not ended after this many ticks waits for the database or a client, not for this thread, and gives up its
   * place.
   */
  holdTicks: 10,
  /**
   * If every tick is later than `late` for longer than `stalled`, something else occupies
   * the thread and no work is added to it. A single late tick is a stall that has ended.
   */
  late: 100,
  stalled: 1_000,
}

type State = {
  limits: typeof bounds
  places: Set<Place>
  preferred: Queue
  others: Queue
  /** Cost of the work in `places`. */
  running: number
  /** Time since which the queue is not empty. */
  waitingSince: number
  /** Work done lately, from which an overload's limit is derived. */
  lately: { ms: number; done: number }
  tick: number
  /** Time for which every tick was late. */
  lateFor: number
  timer: NodeJS.Timeout | undefined
  reported: { begun: number; refused: number; lagMs: number }
}

/**
 * Admission control: decides before any work is done what this thread accepts. A bounded amount runs, a bounded
 * amount waits, and the rest is refused at once, while refusing is still fast. Otherwise everything would become
 * slow and nobody served in time. Callers are served in turn, and a full queue refuses the newest work of the
 * caller with the most in it, so one caller cannot crowd out the others. Ticks run only while there is work.
 */
export function openAdmission(given: Partial<typeof bounds> = {}) {
  const state: State = {
    limits: { ...bounds, ...given },
    places: new Set(),
    preferred: openQueue(),
    others: openQueue(),
    running: 0,
    waitingSince: 0,
    lately: { ms: 0, done: 0 },
    tick: 0,
    lateFor: 0,
    timer: undefined,
    reported: { begun: 0, refused: 0, lagMs: 0 },
  }
  return {
    ask: (asked: Work) => admit(state, asked),
    /** For metrics: totals, the work that runs and waits in ms, and the delay of the last tick. */
    load: () => ({ ...state.reported, runningMs: state.running / 1000, waitingMs: (state.preferred.cost() + state.others.cost()) / 1000 }),
  }
}

const isStalled = ({ lateFor, limits }: State) => lateFor > limits.stalled
const isWaiting = ({ preferred, others }: State) => preferred.first() !== undefined || others.first() !== undefined

/** Work that costs more than the limit still runs, but only when nothing else does. */
const hasRoom = (state: State, cost: number) => state.places.size === 0 || (state.running + cost <= state.limits.running && !isStalled(state))

/** Begins, queues or refuses work. */
function admit(state: State, asked: Work): void {
  const now = performance.now()
  if (!isWaiting(state)) {
    if (hasRoom(state, asked.cost)) return void begin(state, asked)
    state.waitingSince = now
    state.lately = { ms: 0, done: 0 }
  }
  const queue = asked.isPreferred ? state.preferred : state.others
  if (isStalled(state)) return void refuse(state, asked)
  const waiting = { ...asked, since: now, by: asked.caller() }
  // Ignores the cost of this work: otherwise cheap work would fill every gap and expensive work would never get in.
  if (queue.cost() >= mayWait(state, now)) {
    let freed = 0
    for (let displaced = queue.takeFromGreedier(waiting); displaced; displaced = freed < waiting.cost ? queue.takeFromGreedier(waiting) : undefined) {
      freed += displaced.cost
      if (!displaced.isGone()) refuse(state, displaced)
    }
    if (freed === 0) return void refuse(state, asked)
  }
  queue.add(waiting)
}

/** The costs are those of one machine on a quiet day, so in an overload the limit follows the work really done. */
function mayWait({ limits, waitingSince, lately }: State, now: number): number {
  if (now - waitingSince < limits.overloadAfter) return limits.burst
  return Math.min(limits.waiting, Math.max(limits.least, (lately.done / lately.ms) * limits.wait || 0))
}

function begin(state: State, asked: Work): void {
  const place = { cost: asked.cost, tick: state.tick, isArriving: asked.isArriving }
  state.places.add(place)
  state.running += place.cost
  state.reported.begun++
  scheduleTick(state)
  asked.begin(() => {
    state.lately.done += place.cost
    leave(state, place)
    letIn(state)
  })
}

function leave(state: State, place: Place): void {
  if (state.places.delete(place)) state.running -= place.cost
}

function refuse({ reported }: State, asked: Work): void {
  reported.refused++
  asked.refuse()
}

/** Begins the work that has waited and for which there is room now. */
function letIn(state: State): void {
  const { preferred, others, reported } = state
  for (;;) {
    // Every fourth turn goes to the others, so that preferred work cannot shut them out.
    const queue = preferred.first() && (!others.first() || reported.begun % 4) ? preferred : others
    const next = queue.first()
    if (!next) return
    const isGone = next.isGone()
    if (!isGone && !hasRoom(state, next.cost)) return
    queue.take()
    if (!isGone) begin(state, next)
  }
}

function scheduleTick(state: State): void {
  if (state.timer) return
  const expected = performance.now() + state.limits.tick
  state.timer = setTimeout(() => {
    state.timer = undefined
    tick(state, performance.now() - expected)
    if (state.places.size || isWaiting(state) || state.lateFor) scheduleTick(state)
  }, state.limits.tick)
}

function tick(state: State, lateMs: number): void {
  const { limits, places, preferred, others, lately, reported } = state
  const now = performance.now()
  state.tick++
  reported.lagMs = Math.max(0, lateMs)
  state.lately = { ms: lately.ms * 0.95 + limits.tick + reported.lagMs, done: lately.done * 0.95 }
  const isLate = reported.lagMs > limits.late
  if (!isLate) state.lateFor = 0
  else state.lateFor += state.lateFor === 0 ? limits.late : reported.lagMs
  for (const place of places) if (state.tick - place.tick >= limits.holdTicks || place.isArriving()) leave(state, place)
  letIn(state)
  for (const queue of [preferred, others]) {
    // While the thread was stalled, nobody could be served. That time counts as waiting only if the stall continues.
    if (isLate && !isStalled(state)) queue.forgive(reported.lagMs)
    for (let next = queue.takeOlderThan(now - limits.patience); next; next = queue.takeOlderThan(now - limits.patience)) if (!next.isGone()) refuse(state, next)
  }
}

export type Admission = ReturnType<typeof openAdmission>
type Queue = ReturnType<typeof openQueue>

/**
 * A fair queue: callers take turns, and each caller's own work is served in order of arrival. With one caller it is first come,
 * first served.
 */
function openQueue() {
  /** Callers with waiting work, in the order of their turns. */
  const callers = new Map<string, { queue: Waiting[]; cost: number }>()
  let cost = 0

  function removed(by: string, waiting: Waiting | undefined) {
    const caller = callers.get(by)
    if (!waiting || !caller) return
    cost -= waiting.cost
    caller.cost -= waiting.cost
    if (caller.queue.length === 0) callers.delete(by)
  }

  return {
    first: (): Waiting | undefined => callers.values().next().value?.queue[0],
    cost: () => cost,
    add(waiting: Waiting) {
      const caller = callers.get(waiting.by)
      cost += waiting.cost
      if (!caller) callers.set(waiting.by, { queue: [waiting], cost: waiting.cost })
      else {
        caller.queue.push(waiting)
        caller.cost += waiting.cost
      }
    },
    forgive(ms: number) {
      for (const { queue } of callers.values()) for (const waiting of queue) waiting.since += ms
    },
    /** Removes the work that `first` returns; the caller's next turn comes after everybody else's. */
    take() {
      const [by, caller] = callers.entries().next().value ?? []
      if (by === undefined || !caller) return
      removed(by, caller.queue.shift())
      if (callers.delete(by)) callers.set(by, caller)
    },
    /** Removes and returns work that has waited since before `time`, whichever caller's turn it is. */
    takeOlderThan(time: number): Waiting | undefined {
      for (const [by, { queue }] of callers) {
        const [oldest] = queue
        if (!oldest || oldest.since >= time) continue
        removed(by, queue.shift())
        return oldest
      }
      return undefined
    },
    /** Removes the newest work of the caller with the most waiting work, if that is more than this caller would have. */
    takeFromGreedier({ by, cost: added }: Waiting): Waiting | undefined {
      const own = (callers.get(by)?.cost ?? 0) + added
      // A caller who would have more than the average has a fair share already.
      if (own * callers.size > cost) return undefined
      let greediest: [string, { queue: Waiting[]; cost: number }] | undefined
      for (const entry of callers) if (!greediest || entry[1].cost > greediest[1].cost) greediest = entry
      if (!greediest || greediest[1].cost <= own) return undefined
      const newest = greediest[1].queue.pop()
      removed(greediest[0], newest)
      return newest
    },
  }
}
