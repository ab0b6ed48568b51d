import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { paraglideOptions } from './scripts/messages.mjs'

// Code that every page needs, in one file: it compresses better than many small ones and rarely changes between releases.
const onEveryPage = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
  /node_modules\/@tanstack\/(react-router|router-core|history|store|react-store|query-core|react-query|router-ssr-query-core|react-router-ssr-query)\//,
  // Two icons that most pages show.
  /lucide-react\/dist\/esm\/icons\/(lock|globe)\./,
  // Texts that the heads in the route tree share with pages. Separate files would be larger.
  /src\/paraglide\/messages\/(admin_edit|admin_manage|dashboard_title)\./,
  /src\/(platform|paraglide\/(runtime|registry)|design\/(tally|button|spinner|classes|failed-picture|logo|skeleton|states|badge|big-number|count-up|poster|progress-bar|toasts|alerts|navigation)|features\/(site\/ui\/(head|error-page)|accounts\/(return-to|ui\/(require-viewer|sign-in-href))))/,
]

// Code and texts of campaign pages. Other pages use parts of it, and many small files compress badly.
const onCampaigns = [
  /src\/features\/campaigns\/(policy|terms|ui\/(act|impact-text|numbers|shared-campaign|static-parts|campaign-page|campaign-skeleton|campaign-not-found))\./,
  /src\/features\/pledges\/(policy|terms|ui\/(after-joining|api|counts|join-panel|join-question|one-step|pledge-privacy|problem-text|switch|use-join|use-pledge-privacy|who-sees))\./,
  /src\/features\/campaigns\/growth\/ui\/growth\./,
  /src\/features\/chat\/(policy|terms|ui\/(api|late-chat))\./,
  /src\/routes\/campaigns\.\$slug\.tsx\?tsr-split=/,
]

// Exceptions from the two lists above that the first visit of a campaign does not need. Pages that need them load one more file.
const onOtherPages = [
  /node_modules\/@tanstack\/react-router\/.*\/useBlocker\./,
  /node_modules\/@tanstack\/(query-core|react-query)\/.*\/(infiniteQueryObserver|useInfiniteQuery|useSuspenseInfiniteQuery|useQueries|queriesObserver)\./,
  /src\/design\/(poster|poster-art|poster-type|badge)\./,
  /src\/platform\/(words|names|same-name|site-switches|last-part|client\/(with-proof|solve-proof|list-start|copy-text|get-form|last-visit|null-if-absent|post-form|whole-list|request-key|field-problem-texts|focus-neighbor|focus-soon|use-optimistic-like|use-settled|retry-when-missed|mutation-effects))\./,
]

// Exceptions from the lists above that load only when they are used or visible.
const onDemand = /src\/platform\/(slug|time-text|client\/(rpc-client|kept-text|fresh-key|reveal|pages|arrive))\./

// Cards, tiles, filters and fields that most lists show. One file per component would mean twenty requests on a first visit.
const onLists = [
  /src\/features\/campaigns\/ui\/(badges|browse-pages|cause-choice|card|card-grid|card-grid-skeleton|cover|filter-chips|years|years-text)\./,
  /src\/features\/directory\/(policy|terms|ui\/(heat-badge|group-pages|load-entry-list|entry-figures|entry-filters|entry-list-search|entry-results))\./,
  /src\/features\/(directory\/targets\/ui\/(target-field|target-logo|target-tile)|(communities|dashboard|directory\/(causes|industries|targets)|tallies)\/ui\/api)\./,
  /src\/features\/(media\/ui\/(ai-badge|stored-picture)|site\/ui\/list-frame)\./,
  /src\/design\/(card|chips|choice-field|counter|field|field-texts|load-more|segmented-links|text-field)\./,
  /src\/platform\/client\/pages\./,
  /src\/paraglide\/messages\/(campaigns_(against|filter|filters|historical|hot|per_year|rising|since|sort|status|years)|communities_(members|private|public))(_|\.)/,
  /src\/paraglide\/messages\/(design_(counter|first_page|load_failed|load_more|optional|remove_filter)|explore_(active|apply|campaigns|clear|failed|filters|impact|results|sort))(_|\.)/,
  /src\/paraglide\/messages\/(media_ai|site_hero_browse|site_stats|targets_(fictional|no_campaigns))(_|\.)/,
]

/**
 * Paraglide creates `Intl.PluralRules` for every text, which takes longer than rendering the text. This creates each rule once and caches
 * it.
 */
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

// One build with the same plugins: the browser's files, the server code of the pages, and the programs in src/main.
export default defineConfig(({ command }) => ({
  plugins: [
    // A build uses the generated messages. In development, one module per message would mean a thousand requests per page.
    command === 'serve' && paraglideVitePlugin({ ...paraglideOptions, outputStructure: 'locale-modules' }),
    pluralRulesOnce,
    tailwindcss(),
    tanstackStart({
      vite: { installDevServerMiddleware: false },
      // One file with all parts of a page, of which the routes on other pages contain nothing.
      router: { codeSplittingOptions: { defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']] } },
    }),
    react(),
  ],
  // React has had this store since version 18, so the shim for older versions is not needed.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector.js' } },
  server: { middlewareMode: true, hmr: true },
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    // The list of preloaded modules would add 3 kB to every first visit; the browser finds the same imports in the files.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'site',
                  test: (id: string) => ![onDemand, ...onOtherPages].some((part) => part.test(id)) && onEveryPage.some((part) => part.test(id)),
                  priority: 2,
                },
                { name: 'campaign', test: (id: string) => onCampaigns.some((part) => part.test(id)), priority: 1 },
                { name: 'parts', test: (id: string) => onOtherPages.some((part) => part.test(id)), priority: 0 },
                // Without its dependencies; otherwise campaign pages would load this file for one of them.
                { name: 'lists', test: (id: string) => onLists.some((part) => part.test(id)), priority: -1, includeDependenciesRecursively: false },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundles packages, so that unused code is not loaded (45 MB less memory, measured). The external ones load files of their own at run
      // time.
      ...(command === 'build' && { resolve: { noExternal: true as const, external: ['sharp', 'pg', 'pino'] } }),
      build: {
        rolldownOptions: {
          // Node keeps the source text of a program in memory.
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
