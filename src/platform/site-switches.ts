/**
 * Switches that an administrator can turn on: nobody but moderators can write; no accounts are created; no campaigns are
 * published; nobody can join one campaign; each person writes once in half a minute; what
 * new people write waits for a moderator; the numbers of supporters move once an hour, or once a day; a text is shown on every page.
 */
export const switchNames = [
  'read_only',
  'no_sign_up',
  'no_new_campaigns',
  'joining_paused',
  'slow_mode',
  'posts_wait',
  'quiet_hourly',
  'quiet_daily',
  'banner',
] as const
export type SwitchName = (typeof switchNames)[number]

/** The public state of the switches. Sent with every page. */
export type SiteSwitches = {
  /** The switches that are on. */
  on: readonly SwitchName[]
  /** Ids of the campaigns that cannot be joined. */
  paused: readonly string[]
  banner: string
}
