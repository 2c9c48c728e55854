/** Colour maps of the heat map by name; `colours.ts` has the colours, which are loaded with the first map. */
export type MapId = 'rdbu' | 'puor' | 'viridis' | 'cividis' | 'magma';

export interface ColourMap {
  readonly id: MapId;
  readonly label: string;
  /** Diverging maps are centred on zero, in the colour of the paper. Sequential maps run from lowest to highest. */
  readonly kind: 'diverging' | 'sequential';
}

export const colourMaps: readonly ColourMap[] = [
  { id: 'rdbu', label: 'blue – red', kind: 'diverging' },
  { id: 'puor', label: 'orange – violet', kind: 'diverging' },
  { id: 'viridis', label: 'viridis', kind: 'sequential' },
  { id: 'cividis', label: 'cividis', kind: 'sequential' },
  { id: 'magma', label: 'magma', kind: 'sequential' },
];
