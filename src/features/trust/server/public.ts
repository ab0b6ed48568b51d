export { checkEditedText, checkNewEntry, checkNewText } from './limits.ts'
export { privateNameProblem, refusePrivateTexts, standingOf, websiteOfTarget } from './private-texts.ts'
