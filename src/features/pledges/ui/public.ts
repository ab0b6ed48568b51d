export { useCount } from './counts.ts'
export { EndedPanel, JoinBar, JoinPanel } from './join-panel.tsx'
export { useJoin } from './use-join.ts'
