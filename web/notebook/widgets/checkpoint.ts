/** The reader of checkpoints, which is loaded when the first file is dropped. */
export { openTensors } from 'posenc';
