import { bytesOf, type Wire } from './raw-client.ts'

const mostShown = 3_000

/** A line for a shell that sends the same bytes again to $ORIGIN, http://127.0.0.1:3000 for example. */
export function curlOf(wire: Wire): string {
  const all = bytesOf(wire)
  if (wire.isBroken || !/^[\x21-\x7e]+$/.test(wire.target)) return `echo ${cut(all.toString('base64'))} | base64 -d | nc -q 2 127.0.0.1 3000`
  const headers = wire.headers.filter(([name]) => !['host', 'content-length', 'transfer-encoding'].includes(name))
  const parts = [
    `curl -sS -i --path-as-is -g -X ${wire.method}`,
    ...headers.map(([name, value]) => (/^http:\/\/127/.test(value) ? `-H "${name}: $ORIGIN"` : `-H ${quoted(`${name}: ${value}`)}`)),
  ]
  if (!wire.body?.length) return [...parts, `"$ORIGIN"${quoted(wire.target)}`].join(' ')
  const body = wire.body.toString('latin1')
  const isPlain = /^[\x20-\x7e]*$/.test(body)
  const line = [...parts, '--data-binary', isPlain ? quoted(cut(body)) : '@-', `"$ORIGIN"${quoted(wire.target)}`].join(' ')
  return isPlain ? line : `echo ${cut(wire.body.toString('base64'))} | base64 -d | ${line}`
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}...(${text.length} in all)` : text)
