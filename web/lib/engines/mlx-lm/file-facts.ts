/** What is known of one model file of mlx-lm by its fields and calls alone: the rows of files.ts. */
export interface FileFacts {
  /** The field of the base, where it is not rope_theta; 'fixed': always 10000. */
  readonly base?: string;
  /** The value of rope_theta where the configuration has none at its top level. */
  readonly theta?: number;
  /** Fields without a default: mlx-lm raises where the configuration lacks them. */
  readonly needs?: readonly string[];
  /** The field that says which part of a head is rotated, and its value where it is left out. */
  readonly fraction?: string;
  readonly fractionDefault?: number;
  /** The width of a head where the field is left out; 'derived': the file does not read head_dim. */
  readonly headDim?: number | string;
  /** What the file makes of a rope dictionary, where it does not give rope_scaling to initialize_rope. */
  readonly scaling?: string;
  /** The file that rotates for this one. */
  readonly uses?: string;
}
