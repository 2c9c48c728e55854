/** What may stand in place of a config.json, for the help of commands that take many. */
export const inputsHelp = `Instead of a file: a folder, of which the model is found, or all models below it; a pattern in quotes ('models/**/*.gguf');
a model of the Hugging Face Hub as org/name, hf:org/name@revision or hf:org/name/file.gguf; or the https address of a file. Of
a GGUF file elsewhere only the header is fetched. HF_TOKEN is sent to huggingface.co alone; HF_ENDPOINT names a mirror. A
file that is not there within 300 seconds is given up. Of a GGUF file in parts any part will do. Several models are told one
after another, with a table of all at the end.`;
