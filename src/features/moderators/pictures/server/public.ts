export { moderatePicture } from './moderate-picture.ts'
