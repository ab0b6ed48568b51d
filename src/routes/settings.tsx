import { createFileRoute } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { ownSettings } from '#features/settings/ui/api.ts'
import { sectionReady } from '#features/settings/ui/section-parts.ts'
import { SettingsPage } from '#features/settings/ui/settings-page.tsx'
import { readSettingsSearch } from '#features/settings/ui/settings-search.ts'
import { settingsTitle } from '#features/settings/ui/tab-titles.ts'
import { pageHead } from '#features/site/ui/head.ts'

export const Route = createFileRoute('/settings')({
  validateSearch: readSettingsSearch,
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const tab = deps.tab ?? 'account'
    await Promise.all([context.queryClient.ensureQueryData(ownSettings()), sectionReady(tab)])
    return { title: settingsTitle(tab) }
  },
  head: ({ loaderData }) => pageHead({ ...(loaderData ?? {}), path: '/settings', hidden: true }),
  component: Settings,
})

function Settings() {
  const { tab = 'account' } = Route.useSearch()
  return <SettingsPage tab={tab} />
}
