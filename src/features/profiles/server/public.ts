export { moderateProfile } from './moderate-profile.ts'
