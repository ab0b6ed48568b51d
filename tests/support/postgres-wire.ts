/** One statement in PostgreSQL's protocol: its text, the application that sent it, and the tag of its completion ("COMMIT", "INSERT 0 1"). */
export type Statement = { sql: string; application: string; tag: string }
type Answered = { bytes: Buffer; committed: Statement | null }

const writes = /\b(insert\s+into|update|delete\s+from)\b/i

/**
 * Parses the traffic of one connection. `answered` returns PostgreSQL's bytes; with `hold`, the whole answer to a statement that may commit
 * is returned in one piece, together with the statement if it has committed.
 */
export function openWire() {
  const readRequests = reader({ startsUntyped: true })
  const answering = reader({ startsUntyped: false })
  const prepared = new Map<string, string>()
  // The startup message is the first one that is answered with ReadyForQuery.
  const rounds: string[] = ['']
  let application = ''
  let bound = ''
  let held: Buffer[] = []
  let tag = ''
  let failed = false
  let wasIdle = true

  function asked(bytes: Buffer) {
    for (const { type, body } of readRequests(bytes)) {
      if (type === '') application = /application_name\0([^\0]*)\0/.exec(body.toString('latin1'))?.[1] ?? ''
      if (type === 'Q') rounds.push(textAt(body, 0))
      if (type === 'P') {
        bound = textAt(body, textEnd(body, 0))
        prepared.set(textAt(body, 0), bound)
      }
      if (type === 'B') bound = prepared.get(textAt(body, textEnd(body, 0))) ?? bound
      if (type === 'S') rounds.push(bound)
    }
  }

  function answered(bytes: Buffer, hold: boolean): Answered[] {
    const out: Answered[] = []
    for (const { type, body, whole } of answering(bytes)) {
      const sql = rounds[0] ?? ''
      const mayCommit = /^\s*commit\b/i.test(sql) || (wasIdle && writes.test(sql))
      if (type === 'C') tag = textAt(body, 0)
      if (type === 'E') failed = true
      if (type !== 'Z') {
        if (hold && mayCommit) held.push(whole)
        else out.push({ bytes: whole, committed: null })
        continue
      }
      const isDone = mayCommit && !failed && tag !== 'ROLLBACK'
      out.push({ bytes: Buffer.concat([...held, whole]), committed: isDone ? { sql, application, tag } : null })
      rounds.shift()
      held = []
      tag = ''
      failed = false
      wasIdle = body.toString('latin1') === 'I'
    }
    return out
  }

  return { asked, answered }
}

/** Splits a stream of bytes into messages, regardless of its chunks. */
function reader({ startsUntyped }: { startsUntyped: boolean }) {
  let unread: Buffer = Buffer.alloc(0)
  let untyped = startsUntyped
  return function* messages(bytes: Buffer) {
    unread = unread.length ? Buffer.concat([unread, bytes]) : bytes
    for (;;) {
      const head = untyped ? 0 : 1
      if (unread.length < head + 4) return
      const length = head + unread.readInt32BE(head)
      if (unread.length < length) return
      const whole = unread.subarray(0, length)
      unread = unread.subarray(length)
      yield { type: untyped ? '' : String.fromCharCode(whole[0] ?? 0), body: whole.subarray(head + 4), whole }
      untyped = false
    }
  }
}

const textEnd = (body: Buffer, from: number) => body.indexOf(0, from) + 1
const textAt = (body: Buffer, from: number) => body.toString('utf8', from, body.indexOf(0, from))
