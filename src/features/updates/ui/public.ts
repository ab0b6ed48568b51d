export { findUpdate, newestUpdate, updatePages } from './api.ts'
export { UpdateForm } from './update-form.tsx'
export { UpdateList } from './update-list.tsx'
export { updateFormKey } from './use-post-update.ts'
