export { useCount } from './counts.ts'
export { JoinBar, JoinPanel } from './join-panel.tsx'
export { useJoin } from './use-join.ts'
