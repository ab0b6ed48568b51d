import { createFileRoute } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { ownSettings, SettingsPage, sectionReady, settingsTitle } from '#features/settings/ui/public.ts'
import { readSettingsSearch } from '#features/settings/ui/settings-search.ts'
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
