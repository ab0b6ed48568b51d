import { uploadedAs } from '../terms.ts'

/** Scales a picture down to at most 1920 pixels in width and compresses it. Returns the original if that fails or makes it no smaller. */
export async function shrunk(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, uploadedAs.width / bitmap.width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    // JPEG stays JPEG. The other formats may have transparency, which JPEG lacks.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, uploadedAs.quality))
    if (!made || made.type !== type || (scale === 1 && made.size >= file.size)) return file
    return new File([made], file.name, { type })
  } catch {
    return file
  }
}
