export { drawPlot } from './draw-plot.ts'
