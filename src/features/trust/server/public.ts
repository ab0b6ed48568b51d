export { checkEditedText, checkNewEntry, checkNewText } from './limits.ts'
export { newnessOf, privateNameProblem, refusePrivateTexts, websiteOfTarget } from './private-texts.ts'
