export { useCount } from './counts.ts'
export { EndedPanel, JoinBar, JoinPanel } from './join-panel.tsx'
export { PledgePrivacy } from './pledge-privacy.tsx'
export { useJoin } from './use-join.ts'
