import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { paraglideOptions } from './project.inlang/options.mjs'

// One build: the browser's files, the pages' server code, and the programs in src/main, all with the same plugins.
export default defineConfig({
  plugins: [paraglideVitePlugin(paraglideOptions), tailwindcss(), tanstackStart({ vite: { installDevServerMiddleware: false } }), react()],
  server: { middlewareMode: true, hmr: true },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          input: {
            server: 'src/server.ts',
            web: 'src/main/web.ts',
            'embedded-worker': 'src/platform/server/store/embedded-worker.ts',
          },
        },
      },
    },
  },
})
