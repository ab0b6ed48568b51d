import { createServer } from 'vite'
import { root } from './runtime.mjs'

/** Vite (modules, hot reload) in front of the product; a change to server code restarts the product. */
export async function startDevelopment() {
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' })
  const runner = vite.environments.ssr.runner
  let stop = await open()

  let restarting = Promise.resolve()
  vite.watcher.on('change', (file) => {
    const isServerCode = /\/src\/(main|platform\/server|features\/[^/]+\/(server|contract|policy|terms))/.test(file.replaceAll('\\', '/'))
    if (!isServerCode) return
    restarting = restarting.then(async () => {
      console.log('  Server code changed: restarting')
      await stop()
      stop = await open()
      vite.environments.client.hot.send({ type: 'full-reload' })
    })
  })
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.on(signal, async () => {
      await stop()
      await vite.close()
      process.exit(0)
    })

  async function open() {
    const { serveForDevelopment } = await runner.import('/src/main/dev.ts')
    return serveForDevelopment({
      middlewares: vite.middlewares,
      // Imported for every page, so that changed code is rendered.
      renderPage: async (request, options) => (await runner.import('/src/server.ts')).renderPage(request, options),
    })
  }
}
