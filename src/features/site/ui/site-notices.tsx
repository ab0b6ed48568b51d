import { createIsomorphicFn } from '@tanstack/react-start'
import { ServerOnly } from '#platform/client/server-only.tsx'
import { readSite } from '#platform/client/site.ts'
import { NoticeBars } from './notice-bars.tsx'

const onServer = createIsomorphicFn()
  .server(() => <NoticeBars site={readSite()} />)
  .client(() => null)

/** The notices above the header. They are server-only markup, so the script does not contain their texts. */
export const SiteNotices = () => <ServerOnly onServer={onServer()} load={async () => null} />
