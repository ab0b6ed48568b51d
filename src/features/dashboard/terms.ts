/** Items in each short list: latest pledges, latest updates of joined campaigns, and news on the home page. */
export const shown = 3
