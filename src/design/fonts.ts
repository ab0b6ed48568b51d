import textFace from '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2?url'
import titleFace from './fonts/archivo-latin.woff2?url'

/** The two font files that every page in Latin script needs, for `<link rel=preload as=font type=font/woff2 crossorigin>`. */
export const preloadedFonts = [textFace, titleFace]
