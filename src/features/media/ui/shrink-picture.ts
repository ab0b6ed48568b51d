import { shownAt } from '../policy.ts'

/**
 * The picture as it is worth sending: at most 1920 wide, compressed. The original where that does not work or makes it no
 * smaller; the server judges either.
 */
export async function shrunk(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, shownAt.width / bitmap.width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    // JPEG knows no transparency.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, shownAt.quality))
    if (!made || made.type !== type || (scale === 1 && made.size >= file.size)) return file
    return new File([made], file.name, { type })
  } catch {
    return file
  }
}
