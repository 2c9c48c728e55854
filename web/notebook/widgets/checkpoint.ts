/** The readers of model files, which are loaded when the first one is dropped. */
export { configOfGguf, openGguf, openTensors } from 'posenc';
