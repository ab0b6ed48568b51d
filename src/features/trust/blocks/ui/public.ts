export { BlockControls } from './block-controls.tsx'
export { BlockList } from './block-list.tsx'
