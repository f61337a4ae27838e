import { setPin } from '#accounts/server/phone-line.ts';
import { mutation, query } from '#server/procedures.ts';
import * as operations from '../contract.ts';
import * as ownFarm from './own-farm.ts';
import { browseFarm } from './own-farm.ts';
import * as signups from './sign-up-farmer.ts';

export const auth = {
  signupFarmer: mutation(operations.signUpFarmer, signups.signUpFarmer),
  signupFarmerByPhone: mutation(operations.signUpFarmerByPhone, signups.signUpFarmerByPhone),
};

export const farmer = {
  profile: query(operations.getFarmerProfile, ownFarm.getFarmerProfile),
  editFarm: mutation(operations.editFarm, ownFarm.editFarm),
  moveFarm: mutation(operations.moveFarm, ownFarm.moveFarm),
  changePhoneNumber: mutation(operations.changePhoneNumber, ownFarm.changePhoneNumber),
};

export const market = { farm: query(operations.browseFarm, browseFarm) };

export const phone = {
  get: query(operations.getOwnPhone, ownFarm.getOwnPhone),
  setPin: mutation(operations.setPin, setPin),
  reportSimChange: mutation(operations.reportOwnSim, ownFarm.reportOwnSim),
  signedUpFarmers: query(operations.listSignedUp, signups.listSignedUp),
  signUpFarmer: mutation(operations.signUpByAgent, signups.signUpByAgent),
};
