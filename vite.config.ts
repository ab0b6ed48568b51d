import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { paraglideOptions } from './scripts/messages.mjs'

// What every page needs, in one file: it compresses better than many, and stays the same from one release to the next.
const onEveryPage = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
  /node_modules\/@tanstack\/(react-router|router-core|history|store|react-store|query-core|react-query|router-ssr-query-core|react-router-ssr-query)\//,
  /node_modules\/@orpc\//,
  /src\/(platform|paraglide\/(runtime|registry)|design\/(tally|button|spinner|classes|logo|skeleton|states|badge|big-number|count-up|poster|progress-bar))/,
]

// One build: the browser's files, the pages' server code, and the programs in src/main, all with the same plugins.
export default defineConfig({
  plugins: [paraglideVitePlugin(paraglideOptions), tailwindcss(), tanstackStart({ vite: { installDevServerMiddleware: false } }), react()],
  server: { middlewareMode: true, hmr: true },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'site', test: (id: string) => onEveryPage.some((part) => part.test(id)) }] } },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          input: {
            server: 'src/server.ts',
            web: 'src/main/web.ts',
            cli: 'src/main/cli.ts',
            'embedded-worker': 'src/platform/server/store/embedded-worker.ts',
          },
        },
      },
    },
  },
})
