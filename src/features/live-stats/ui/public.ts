export { HeatBadge } from './heat-badge.tsx'
export { SubjectFigures } from './subject-figures.tsx'
