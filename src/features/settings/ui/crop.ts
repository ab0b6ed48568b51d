/** Size of a picture in its own pixels. */
export type Size = { width: number; height: number }
/** The square to cut out: its center in the picture's pixels, and its zoom, where 1 is the largest possible square. */
export type Crop = { x: number; y: number; zoom: number }

export const mostZoom = 5

/** The largest square, in the middle of the picture. */
export const wholeCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** Side of the square in the picture's pixels. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop) => Math.min(width, height) / zoom

/** The nearest crop that lies inside the picture. */
export function within(size: Size, crop: Crop): Crop {
  const zoom = between(1, crop.zoom, mostZoom)
  const half = sideOf(size, { ...crop, zoom }) / 2
  return { x: between(half, crop.x, size.width - half), y: between(half, crop.y, size.height - half), zoom }
}

/** Moves the crop by a fraction of its side; 1 is the whole side. */
export function moved(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const side = sideOf(size, crop)
  return within(size, { ...crop, x: crop.x + by.x * side, y: crop.y + by.y * side })
}

/** The square's position and side in the picture's pixels. */
export function cutOf(size: Size, crop: Crop): { left: number; top: number; side: number } {
  const side = sideOf(size, crop)
  return { left: crop.x - side / 2, top: crop.y - side / 2, side }
}

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most)
