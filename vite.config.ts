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
  // Two icons that most pages have.
  /lucide-react\/dist\/esm\/icons\/(lock|globe)\./,
  // Texts that heads in the route tree share with pages: alone in files of their own they would cost more.
  /src\/paraglide\/messages\/(admin_edit|admin_manage|dashboard_title)\./,
  /src\/(platform|paraglide\/(runtime|registry)|design\/(tally|button|spinner|classes|logo|skeleton|states|badge|big-number|count-up|poster|progress-bar|toasts|alerts|navigation)|features\/(site\/ui\/(head|error-page)|accounts\/(return-to|ui\/(require-viewer|sign-in-href))))/,
]

// What shows a campaign, with its texts: parts of it are wanted on other pages too, and many small files compress badly.
const onCampaigns = [
  /src\/features\/campaigns\/(policy|terms|ui\/(badges|cover|impact-text|numbers|outcome|sections|lead|history|years|share-bar|campaign-page|campaign-skeleton|campaign-not-found|prose))\./,
  /src\/features\/pledges\/(policy|ui\/)/,
  /src\/features\/people\/ui\//,
  /src\/features\/supporters\/ui\/growth\./,
]

// Of these, what only loads when it is used or seen.
const onDemand = /src\/platform\/(slug|time-text|client\/(door|kept-text|fresh-key|reveal|pages|arrive))\./

/** Paraglide makes the rules of plurals anew for every text, which costs more than the text; here each is made once. */
const pluralRulesOnce = {
  name: 'holdout:plural-rules-once',
  transform(code: string, id: string) {
    if (!id.endsWith('/paraglide/registry.js')) return
    const made = 'new Intl.PluralRules(locale, options)'
    if (!code.includes(made)) throw new Error('Paraglide makes its plurals in another way now: see vite.config.ts')
    const rules = 'const rules = {}\nconst rulesOf = (locale, options) => (rules[locale + (options?.type ?? "")] ??= new Intl.PluralRules(locale, options))'
    return { code: `${code.replace(made, 'rulesOf(locale, options)')}\n${rules}\n`, map: null }
  },
}

/** While there is one language, a message is its text: choosing costs as much as many of the texts. With a second language nothing matches. */
const oneLanguage = {
  name: 'holdout:one-language',
  apply: 'build' as const,
  transform(code: string, id: string) {
    if (!/\/paraglide\/messages\/\w+\.js$/.test(id)) return
    const choosing = /export const (\w+) = [\s\S]*?\s+experimentalStaticLocale \?\? options\.locale \?\? getLocale\(\);?\s+return (en_\w+)\(inputs\);?\s+\}\);?/
    return { code: code.replace(choosing, 'export const $1 = $2'), map: null }
  },
}

/** The parts of a page lie in one file, which the splitter names once for each part; its own instructions it leaves in. Together they cost more than the page's address. */
const onePlaceForParts = {
  name: 'holdout:one-place-for-parts',
  transform(code: string, id: string) {
    if (!id.includes('/src/routes/') || !code.includes('codeSplitGroupings') || id.includes('tsr-split')) return
    const known = new Map<string, string>()
    const doubles = new Map<string, string>()
    const kept = code.replace(/^const (\$\$split\w+Importer) = \(\) => import\(([^)]+)\);?\n?/gm, (whole, name: string, from: string) => {
      const first = known.get(from)
      if (!first) known.set(from, name)
      else doubles.set(name, first)
      return first ? '' : whole
    })
    if (known.size === 0) throw new Error(`The parts of ${id} are split in another way now: see vite.config.ts`)
    const named = kept.replace(/\$\$split\w+Importer/g, (name) => doubles.get(name) ?? name)
    return { code: named.replace(/codeSplitGroupings: (\[[\s\S]*?\]\s*\]),?\s*/, ''), map: null }
  },
}

// One build: the browser's files, the pages' server code, and the programs in src/main, all with the same plugins.
export default defineConfig(({ command }) => ({
  plugins: [
    // A page would ask the development server for a thousand modules of one message each.
    paraglideVitePlugin({ ...paraglideOptions, outputStructure: command === 'build' ? 'message-modules' : 'locale-modules' }),
    pluralRulesOnce,
    oneLanguage,
    tailwindcss(),
    tanstackStart({ vite: { installDevServerMiddleware: false } }),
    onePlaceForParts,
    react(),
  ],
  // React has this store itself since version 18: without what stands in for it in older ones.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector.js' } },
  server: { middlewareMode: true, hmr: true },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'site', test: (id: string) => !onDemand.test(id) && onEveryPage.some((part) => part.test(id)), priority: 2 },
                { name: 'campaign', test: (id: string) => onCampaigns.some((part) => part.test(id)), priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Packages are bundled with our code, so what nothing uses is not loaded: 45 MB less, measured. The rest finds files of its own when it runs.
      ...(command === 'build' && { resolve: { noExternal: true as const, external: ['sharp', 'pg', 'pino'] } }),
      build: {
        rolldownOptions: {
          // A program's text is kept in memory.
          output: { comments: false },
          input: {
            server: 'src/server.ts',
            web: 'src/main/web.ts',
            cli: 'src/main/cli.ts',
            worker: 'src/main/worker.ts',
          },
        },
      },
    },
  },
}))
