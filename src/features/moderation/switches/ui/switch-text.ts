import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { SwitchName } from '#platform/site-switches.ts'

const texts: Record<SwitchName, () => { label: string; does: string }> = {
  read_only: () => ({ label: m.switches_read_only(), does: m.switches_read_only_does() }),
  no_sign_up: () => ({ label: m.switches_no_sign_up(), does: m.switches_no_sign_up_does() }),
  no_new_campaigns: () => ({ label: m.switches_no_new_campaigns(nouns), does: m.switches_no_new_campaigns_does() }),
  joining_paused: () => ({ label: m.switches_joining_paused(), does: m.switches_joining_paused_does(nouns) }),
  slow_mode: () => ({ label: m.switches_slow_mode(), does: m.switches_slow_mode_does() }),
  posts_wait: () => ({ label: m.switches_posts_wait(), does: m.switches_posts_wait_does() }),
  quiet_hourly: () => ({ label: m.switches_quiet_hourly(), does: m.switches_quiet_does() }),
  quiet_daily: () => ({ label: m.switches_quiet_daily(), does: m.switches_quiet_does() }),
  banner: () => ({ label: m.switches_banner(), does: m.switches_banner_does() }),
}

/** The name of a switch, and what it does. */
export const switchText = (name: SwitchName) => texts[name]()
