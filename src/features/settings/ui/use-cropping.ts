import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Crop, moved, type Size, wholeCrop, within } from './crop.ts'

const keySteps: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: 0.05, y: 0 },
  ArrowRight: { x: -0.05, y: 0 },
  ArrowUp: { x: 0, y: 0.05 },
  ArrowDown: { x: 0, y: -0.05 },
}
const zoomKeys: Record<string, number> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 }

/** Moves and zooms the picture under the crop square by touch, mouse, wheel and keyboard. */
export function useCropping(size: Size) {
  const [crop, setCrop] = useState<Crop>(() => wholeCrop(size))
  const area = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const zoomBy = (factor: number) => setCrop((now) => within(size, { ...now, zoom: now.zoom * factor }))
  const move = (by: { x: number; y: number }) => setCrop((now) => moved(size, now, by))

  // React's wheel listeners are passive, so they cannot stop the page from scrolling.
  useEffect(() => {
    const element = area.current
    function turn(event: WheelEvent) {
      event.preventDefault()
      setCrop((now) => within(size, { ...now, zoom: now.zoom * Math.exp(-event.deltaY / 500) }))
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [size])

  function drag(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId)
    if (!before || !area.current) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    const share = area.current.clientWidth * (other ? 2 : 1)
    move({ x: (before.x - now.x) / share, y: (before.y - now.y) / share })
    if (other) zoomBy(apart(now, other) / Math.max(1, apart(before, other)))
  }

  return {
    crop,
    zoomTo: (zoom: number) => setCrop((now) => within(size, { ...now, zoom })),
    areaProps: {
      ref: area,
      onPointerDown(event: PointerEvent) {
        event.currentTarget.setPointerCapture(event.pointerId)
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      },
      onPointerMove: drag,
      onPointerUp: (event: PointerEvent) => void fingers.current.delete(event.pointerId),
      onPointerCancel: (event: PointerEvent) => void fingers.current.delete(event.pointerId),
      onKeyDown(event: KeyboardEvent) {
        const [step, factor] = [keySteps[event.key], zoomKeys[event.key]]
        if (!step && !factor) return
        event.preventDefault()
        if (step) move(step)
        if (factor) zoomBy(factor)
      },
    },
  }
}

const apart = (one: { x: number; y: number }, other: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y)
