/** Readers of model files, loaded on the first drop. */
export { configOfGguf, openGguf, openTensors } from 'posenc';
