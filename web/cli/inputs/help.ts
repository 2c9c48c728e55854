/** The kinds of MODEL, for the help of commands that take several. */
export const inputsHelp = `MODEL is a file, or one of these:
  a folder           its model, or every model below it
  a quoted pattern   'models/**/*.gguf'
  a Hub model        org/name, hf:org/name@revision or hf:org/name/file.gguf, from huggingface.co
  a URL              the https address of a file

Only the header of a remote GGUF file is downloaded. For a GGUF file in parts, give any part. HF_TOKEN is sent only to
huggingface.co; HF_ENDPOINT names a mirror. A download fails after 300 seconds. Several models are reported one after
another, followed by a summary table.`;
