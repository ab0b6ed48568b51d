import { dropDatabases } from './databases.ts'

/** Every database that this run made goes with it, also when a worker was killed. */
export default function setup() {
  process.env.TEST_RUN ??= `${process.pid}`
  return () => dropDatabases(process.env.TEST_RUN ?? '')
}
