export { GrowthFigure } from './growth-figure.tsx'
