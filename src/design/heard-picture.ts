/** As the `ref` of a picture: one that failed before React listened is asked for once more, so that its `onError` hears of it. */
export function heardPicture(picture: HTMLImageElement | null): void {
  if (picture?.complete && picture.naturalWidth === 0) picture.setAttribute('src', picture.getAttribute('src') ?? '')
}
