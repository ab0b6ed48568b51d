import { useId, useState } from 'react'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { avatarSide } from '#features/media/terms.ts'
import { m } from '#messages'
import { type Crop, cutOf, mostZoom } from './crop.ts'
import { useCropping } from './use-cropping.ts'

/** An opened picture: its pixels and an object URL. */
export type OpenPicture = { bitmap: ImageBitmap; address: string }

type CropDialogProps = { picture: OpenPicture; onCut: (file: File | null) => void; onClose: () => void }

/** Crops a picture to a square, with the circle in which it is mostly shown as an overlay. */
export function CropDialog({ picture, onCut, onClose }: CropDialogProps) {
  const [isCutting, setCutting] = useState(false)
  const zoomId = useId()
  const { bitmap, address } = picture
  const { crop, zoomTo, areaProps } = useCropping(bitmap)
  const { left, top, side } = cutOf(bitmap, crop)
  const percent = (part: number) => `${(part / side) * 100}%`

  async function use() {
    setCutting(true)
    onCut(await cutOut(bitmap, crop).catch(() => null))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.settings_crop_title()}
      footer={
        <>
          <Button onClick={onClose}>{m.design_cancel()}</Button>
          <Button tone="primary" onClick={use} pending={isCutting}>
            {m.settings_crop_use()}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">{m.settings_crop_hint()}</p>
      <div
        {...areaProps}
        role="application"
        aria-label={m.settings_crop_area()}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is worked with arrow keys.
        tabIndex={0}
        className="relative mx-auto aspect-square w-full max-w-72 cursor-grab touch-none overflow-hidden rounded-sm bg-sunk select-none active:cursor-grabbing"
      >
        <img
          src={address}
          alt=""
          draggable={false}
          className="pointer-events-none absolute max-w-none"
          style={{ width: percent(bitmap.width), height: percent(bitmap.height), left: percent(-left), top: percent(-top) }}
        />
        <span aria-hidden="true" className="pointer-events-none absolute inset-0 rounded-full ring-2 ring-paper outline-[200px] outline-solid outline-ink/50" />
      </div>
      <label htmlFor={zoomId} className="mx-auto mt-4 flex min-h-11 max-w-72 items-center gap-4">
        <span className="font-semibold">{m.settings_crop_zoom()}</span>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={mostZoom}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => zoomTo(Number(event.target.value))}
          className="h-11 grow accent-accent"
        />
      </label>
    </Dialog>
  )
}

async function cutOut(bitmap: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = avatarSide
  canvas.height = avatarSide
  const { left, top, side } = cutOf(bitmap, crop)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws nothing')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, left, top, side, side, 0, 0, avatarSide, avatarSide)
  // A browser that cannot encode WebP returns PNG, which is accepted too.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new Error('The picture could not be cut')
  return new File([blob], 'avatar', { type: blob.type })
}
