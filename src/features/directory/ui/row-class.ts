export const rowClass = 'relative border-b border-line py-3 last:border-b-0'
