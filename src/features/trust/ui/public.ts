export { limitsText, linksText, privateTexts } from '../limit-text.ts'
