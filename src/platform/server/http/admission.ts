/** Work that was asked for and what becomes of it: exactly one of `begin` and `refuse` is called, at once or later. */
export type Asked = {
  /** Roughly what it takes of this thread, in microseconds. */
  cost: number
  /** The caller: a person or an address. Called only when something waits, so it may take a little time. */
  isPreferred: boolean
  /** Who asks for it: an address, or a person. Asked for only when something waits, so it may cost a little. */
  caller: () => string
  /** Whether whoever asked has gone away while it waited; then neither is called. */
  isGone: () => boolean
  /** Whether its sender is still sending: then it takes nothing of this thread, however long that lasts. */
  isArriving: () => boolean
  /** `leave` must be called when the work has ended, however it ended. */
  begin: (leave: () => void) => void
  refuse: () => void
}

type Place = { cost: number; tick: number; isArriving: () => boolean }
type Waiting = Asked & { since: number; by: string }

/** What is begun and not ended, and what waits, in microseconds of this thread's time. Times are ms. */
const bounds = {
  /** Enough to keep the thread busy while some of it waits for the store. */
  running: 20_000,
  /** In a burst: a hundred people who open a page in one moment wait a little rather than being sent away. */
  burst: 300_000,
  /** In an overload: so little that whoever waits is still served in good time. */
  waiting: 64_000,
  /** When the queue was not empty for so long, this is no burst: then only so much waits as was done in `wait` lately, and at least `least`. */
  standing: 1_000,
  wait: 150,
  least: 16_000,
  /** While the store does not answer; otherwise whoever waits has a place long before. */
  patience: 3_000,
  tick: 10,
  /** What has not ended after so many ticks waits for a store or a client, not for this thread, and gives its place up. */
  holdTicks: 10,
  /** Every tick so late, for so long: something else takes the thread, and nothing is added to it. One late tick alone is a stop that is over. */
  late: 100,
  stalled: 1_000,
}

/**
 * Decides, before any work is done, what this thread takes on. A bounded amount runs, a bounded amount waits, and the rest
 * is refused at once, while refusing is still quick. Without it everything is begun, everything becomes slow, and nobody is
 * served in time. Those who wait are served in turn by caller, and a full queue refuses the newest work of the caller with the
 * most in it, so one caller cannot crowd out the others. Ticks run only while there is work.
 */
export function openAdmission(given: Partial<typeof bounds> = {}) {
  const limits = { ...bounds, ...given }
  const places = new Set<Place>()
  const preferred = line()
  const others = line()
  const told = { begun: 0, refused: 0, lagMs: 0 }
  let running = 0
  let waitingSince = 0
  let lately = { ms: 0, done: 0 }
  let tick = 0
  let lateFor = 0
  let timer: NodeJS.Timeout | undefined

  // What costs more than may run at all still has its turn when nothing else does.
  const hasRoom = (cost: number) => places.size === 0 || (running + cost <= limits.running && !isStalled())
  const isStalled = () => lateFor > limits.stalled
  const isWaiting = () => preferred.first() !== undefined || others.first() !== undefined

  function ask(asked: Asked) {
    const now = performance.now()
    if (!isWaiting()) {
      if (hasRoom(asked.cost)) return begin(asked)
      waitingSince = now
      lately = { ms: 0, done: 0 }
    }
    const queue = asked.isPreferred ? preferred : others
    // Not whether this one still fits: then the cheap would take every gap and the dear never come in.
    if (isStalled()) return refuse(asked)
    const waiting = { ...asked, since: now, by: asked.caller() }
    if (queue.cost() >= mayWait(now)) {
      let freed = 0
      for (let displaced = queue.takeFromGreedier(waiting); displaced; displaced = freed < waiting.cost ? queue.takeFromGreedier(waiting) : undefined) {
        freed += displaced.cost
        if (!displaced.isGone()) refuse(displaced)
      }
      if (freed === 0) return refuse(asked)
    }
    queue.add(waiting)
  }

  /** The costs are those of one machine on a quiet day; in an overload it counts what this one really does. */
  function mayWait(now: number): number {
    if (now - waitingSince < limits.standing) return limits.burst
    return Math.min(limits.waiting, Math.max(limits.least, (lately.done / lately.ms) * limits.wait || 0))
  }

  function begin(asked: Asked) {
    const place = { cost: asked.cost, tick, isArriving: asked.isArriving }
    places.add(place)
    running += place.cost
    told.begun++
    watch()
    asked.begin(() => {
      lately.done += place.cost
      leave(place)
      letIn()
    })
  }

  function leave(place: Place) {
    if (places.delete(place)) running -= place.cost
  }

  function refuse(asked: Asked) {
    told.refused++
    asked.refuse()
  }

  function letIn() {
    for (;;) {
      // One turn in four is the others', so that many preferred ones do not shut them out.
      const queue = preferred.first() && (!others.first() || told.begun % 4) ? preferred : others
      const next = queue.first()
      if (!next) return
      const isGone = next.isGone()
      if (!isGone && !hasRoom(next.cost)) return
      queue.take()
      if (!isGone) begin(next)
    }
  }

  function watch() {
    if (timer) return
    const expected = performance.now() + limits.tick
    timer = setTimeout(() => {
      timer = undefined
      onTick(expected)
      if (places.size || isWaiting() || lateFor) watch()
    }, limits.tick)
  }

  function onTick(expected: number) {
    const now = performance.now()
    tick++
    told.lagMs = Math.max(0, now - expected)
    lately = { ms: lately.ms * 0.95 + limits.tick + told.lagMs, done: lately.done * 0.95 }
    const isLate = told.lagMs > limits.late
    if (!isLate) lateFor = 0
    else lateFor += lateFor === 0 ? limits.late : told.lagMs
    for (const place of places) if (tick - place.tick >= limits.holdTicks || place.isArriving()) leave(place)
    letIn()
    for (const queue of [preferred, others]) {
      // While this thread stood still nobody could be served: that time counts as waiting only where it goes on.
      if (isLate && !isStalled()) queue.forgive(told.lagMs)
      for (let next = queue.takeOlderThan(now - limits.patience); next; next = queue.takeOlderThan(now - limits.patience)) if (!next.isGone()) refuse(next)
    }
  }

  return {
    ask,
    /** For metrics: totals, what runs and waits now in ms of work, and how late the last tick came. */
    load: () => ({ ...told, runningMs: running / 1000, waitingMs: (preferred.cost() + others.cost()) / 1000 }),
  }
}

/**
 * Fair queuing: callers take turns, and each caller's own work is served in order of arrival. With one caller it is first
 * come, first served.
 */
function line() {
  /** In the order of their turns. A caller without waiting work is not in it. */
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
    /** Takes what `first` shows; the caller's next turn comes after everybody else's. */
    take() {
      const [by, caller] = callers.entries().next().value ?? []
      if (by === undefined || !caller) return
      removed(by, caller.queue.shift())
      if (callers.delete(by)) callers.set(by, caller)
    },
    /** The waiting work that has waited longest, whoever's turn it is. */
    takeOlderThan(time: number): Waiting | undefined {
      for (const [by, { queue }] of callers) {
        const [oldest] = queue
        if (!oldest || oldest.since >= time) continue
        removed(by, queue.shift())
        return oldest
      }
      return undefined
    },
    /** Takes out the newest work of the caller with the most waiting, if that is more than this caller would have. */
    takeFromGreedier({ by, cost: added }: Waiting): Waiting | undefined {
      const own = (callers.get(by)?.cost ?? 0) + added
      // Who would have more than the average has a fair share already.
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
