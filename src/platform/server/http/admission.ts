/** Work that was asked for and what becomes of it: exactly one of `begin` and `refuse` is called, at once or later. */
export type Asked = {
  /** Roughly what it takes of this thread, in microseconds. */
  cost: number
  /** Goes before others that wait. */
  isPreferred: boolean
  /** Whether whoever asked has gone away while it waited; then neither is called. */
  isGone: () => boolean
  /** Whether its sender is still sending: then it takes nothing of this thread, however long that lasts. */
  isArriving: () => boolean
  /** `leave` must be called when the work has ended, however it ended. */
  begin: (leave: () => void) => void
  refuse: () => void
}

type Place = { cost: number; tick: number; isArriving: () => boolean }
type Waiting = Asked & { since: number }

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
 * Decides, before any work is done, what this thread takes on. A bounded amount runs, a bounded amount waits in order of
 * arrival, and the rest is refused at once, while refusing is still quick. Without it everything is begun, everything
 * becomes slow, and nobody is served in time. Ticks run only while there is work.
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
    if (isStalled() || queue.cost() >= mayWait(now)) return refuse(asked)
    queue.add({ ...asked, since: now })
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
      for (let next = queue.first(); next && now - next.since > limits.patience; next = queue.first()) {
        queue.take()
        if (!next.isGone()) refuse(next)
      }
    }
  }

  return {
    ask,
    /** For metrics: totals, what runs and waits now in ms of work, and how late the last tick came. */
    load: () => ({ ...told, runningMs: running / 1000, waitingMs: (preferred.cost() + others.cost()) / 1000 }),
  }
}

/** First come, first served. */
function line() {
  const queue: Waiting[] = []
  let cost = 0
  return {
    first: () => queue[0],
    cost: () => cost,
    add(waiting: Waiting) {
      queue.push(waiting)
      cost += waiting.cost
    },
    forgive(ms: number) {
      for (const waiting of queue) waiting.since += ms
    },
    take() {
      cost -= queue.shift()?.cost ?? 0
    },
  }
}
