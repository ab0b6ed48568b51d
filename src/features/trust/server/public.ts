export { checkEditedText, checkNewCampaign, checkNewText } from './limits.ts'
export { privateNameProblem, refusePrivateTexts, websiteOfTarget } from './private-texts.ts'
