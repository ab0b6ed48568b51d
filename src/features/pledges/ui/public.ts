export { useCount } from './counts.ts'
export { JoinBar, JoinPanel } from './join-panel.tsx'
export { type Join, useJoin } from './use-join.ts'
