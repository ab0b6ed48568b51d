/** A `ref` for pictures: reloads one that failed before hydration, so that its `onError` is called. */
export function retryFailedPicture(picture: HTMLImageElement | null): void {
  if (picture?.complete && picture.naturalWidth === 0) picture.setAttribute('src', picture.getAttribute('src') ?? '')
}
