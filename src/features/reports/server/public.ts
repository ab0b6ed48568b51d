export { forgetReporter } from './own-reports.ts'
