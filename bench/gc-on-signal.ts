// Preloaded into the measured server: collects garbage on SIGUSR2, so that memory can be compared.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')
process.on('SIGUSR2', () => {
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [])
})
