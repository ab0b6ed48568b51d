// The database server of a run: prints the environment that its tests need, and ends when its standard input closes.
import { prepareTestServer } from '../tests/support/test-server.ts'

const end = await prepareTestServer({ isDurable: false })
const { TEST_RUN, TEST_DATABASE_URL, TEST_TEMPLATE } = process.env
console.log(JSON.stringify({ TEST_RUN, TEST_DATABASE_URL, TEST_TEMPLATE }))
process.stdin.resume().once('end', async () => {
  await end()
  process.exit()
})
