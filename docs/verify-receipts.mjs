// Checks the published lists of a campaign from outside: node verify-receipts.mjs https://site.example/campaigns/SLUG
// With the secret of a receipt in the environment variable RECEIPT, it also looks for that pledge. Needs Node.js 22 and nothing else.
// Format: docs/decisions/2026-11-27-receipts.md.
import { createHash, createHmac } from 'node:crypto'

const [leafBytes, blockLeaves] = [16, 32]
const fail = (text) => {
  console.error(text)
  process.exit(1)
}
const address = new URL(process.argv[2] ?? fail('Give the address of a campaign.'))
const api = `${address.origin}/api/v1/campaigns`
const hash = (kind, ...parts) =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.of(kind), ...parts.map((part) => Buffer.from(part))]))
    .digest()
const request = async (path) => (await fetch(api + path).then((answer) => (answer.ok ? answer : null))) ?? fail(`${api}${path} could not be read.`)
const read = async (path) => (await request(path)).json()

const { id } = await read(`/${address.pathname.split('/')[2]}`)
const lists = []
for (let cursor = ''; cursor !== null; ) {
  const page = await read(`/${id}/lists?limit=100${cursor && `&cursor=${cursor}`}`)
  lists.unshift(...page.items.toReversed())
  cursor = page.nextCursor
}
checkChain()
for (const list of lists.filter(({ hasLeaves }) => hasLeaves)) await checkLeaves(list)
console.log(`${lists.length} lists, chain ${lists.at(-1)?.chain ?? 'empty'}`)

/** Each list's chain is made of the chain before it, its day and its root. */
function checkChain() {
  let before = Buffer.alloc(32)
  for (const { day, root, chain } of lists) {
    before = hash(3, before, day, Buffer.from(root, 'hex'))
    if (before.toString('hex') !== chain) fail(`${day}: the chain is wrong.`)
  }
}

/** The leaves are sorted and different, as many as the published number, and lead to the root. */
async function checkLeaves({ day, pledges, root }) {
  const parts = []
  for (let from = 0; from < pledges; from += parts.at(-1).length / leafBytes || fail(`${day}: leaves are missing.`))
    parts.push(Buffer.from(await (await request(`/${id}/lists/${day}/leaves?from=${from}`)).arrayBuffer()))
  const leaves = Buffer.concat(parts)
  if (leaves.length !== pledges * leafBytes) fail(`${day}: the number is wrong.`)
  for (let at = leafBytes; at < leaves.length; at += leafBytes)
    if (leaves.compare(leaves, at, at + leafBytes, at - leafBytes, at) >= 0) fail(`${day}: a leaf occurs twice, or the leaves are not sorted.`)
  let level = Array.from({ length: Math.ceil(pledges / blockLeaves) }, (_, n) => hash(0, leaves.subarray(n * 512, (n + 1) * 512)))
  while (level.length > 1) level = level.flatMap((one, n) => (n % 2 ? [] : [level[n + 1] ? hash(1, one, level[n + 1]) : one]))
  if (hash(2, String(pledges), level[0]).toString('hex') !== root) fail(`${day}: the root is wrong.`)
  console.log(`${day}: ${pledges} pledges${process.env.RECEIPT ? `, yours is ${isListed(leaves, day) ? 'one of them' : 'not one of them'}` : ''}`)
}

function isListed(leaves, day) {
  const leaf = createHmac('sha256', process.env.RECEIPT.trim()).update(`${id} ${day}`).digest().subarray(0, leafBytes)
  for (let at = 0; at < leaves.length; at += leafBytes) if (leaf.equals(leaves.subarray(at, at + leafBytes))) return true
  return false
}
