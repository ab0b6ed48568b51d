const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([1-9]\d{0,3})\.webp$/

/** Where one size of a picture is kept. The folder comes from the id's end: its beginning is a time, the same for months. */
export const nameOf = (id: string, width: number) => `${id.slice(-2)}/${id}-${width}.webp`

/** Which picture and width a file's name, with or without its folder, speaks of; null when it is none of ours. */
export function pictureNamed(name: string): { id: string; width: number } | null {
  const [, id, width] = fileName.exec(name.slice(name.lastIndexOf('/') + 1)) ?? []
  return id && width ? { id, width: Number(width) } : null
}
